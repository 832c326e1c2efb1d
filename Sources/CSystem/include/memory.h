#pragma once

// The end of the process when there is no memory left.

/// Makes this process end with `status` and without a message when it has no memory left; 0 stands for 1 with a message.
void symbolicate_set_memory_status(int status);

/// Ends the process for lack of memory. Allocates nothing, so that signal handlers may call it.
_Noreturn void symbolicate_end_without_memory(void);
