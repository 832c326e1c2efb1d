internal import CMalloc

/// What becomes of memory that is freed.
public enum FreedMemory {
  /// Keeps up to 64 MB of freed memory for what is needed next. Else the C library gives the end of the heap back after every
  /// report and fetches it again for the next one, which costs a run over a folder a tenth of its time.
  public static func keepForReuse() {
    _ = mallopt(M_TRIM_THRESHOLD, 64 << 20)
    _ = mallopt(M_TOP_PAD, 1 << 20)
    _ = mallopt(M_MMAP_THRESHOLD, 16 << 20)
  }
}
