/* 32 bit: a Watch app of one file. */
#define INLINE static inline __attribute__((always_inline))
#define OUTLINE __attribute__((noinline))

extern int usleep(unsigned microseconds);

struct sample {
    int beats;
    struct sample *next;
};

static struct sample *volatile newest;
static volatile int total;

INLINE int *beats_of(struct sample *sample) {
    return &sample->beats;
}

INLINE void beats_add(struct sample *sample, int beats) {
    *(volatile int *)beats_of(sample) += beats; // CRASH: beats
}

OUTLINE static void record(int beats) {
    struct sample *sample = newest;
    beats_add(sample, beats); // INLINED: beats_add
    total = total + beats;
}

OUTLINE void workout_tick(int second) {
    if (second > 1)
        record(second * 3); // CALL: record
    total = total + 1;
}

OUTLINE int workout_run(int seconds) {
    int second;
    for (second = 0; second < seconds; second++) {
        usleep(1000); // CALL: usleep
        workout_tick(second); // CALL: workout_tick
    }
    return total;
}

int main(int argc, char **argv) {
    (void)argv;
    return workout_run(argc * 60) & 1; // CALL: workout_run
}
