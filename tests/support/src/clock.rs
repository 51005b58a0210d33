//! CPU time and memory of the program that measures itself.

#[cfg(target_os = "linux")]
use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// The CPU time of all threads so far; on other systems than Linux the wall-clock time.
pub fn process() -> Duration {
    #[cfg(target_os = "linux")]
    return time(ClockId::ProcessCPUTime);
    #[cfg(not(target_os = "linux"))]
    return elapsed();
}

/// The CPU time of this thread so far; on other systems than Linux the wall-clock time.
pub fn thread() -> Duration {
    #[cfg(target_os = "linux")]
    return time(ClockId::ThreadCPUTime);
    #[cfg(not(target_os = "linux"))]
    return elapsed();
}

#[cfg(target_os = "linux")]
fn time(clock: ClockId) -> Duration {
    let time = clock_gettime(clock);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

#[cfg(not(target_os = "linux"))]
fn elapsed() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// The most memory that this process has used so far, in kilobytes; 0 if the system does not tell.
pub fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.and_then(|peak| peak.trim().trim_end_matches(" kB").parse().ok()).unwrap_or_default()
}
