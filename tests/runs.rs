//! Same bytes for any threads, kills, full disks.
