"""What `make study` measures and writes: docs/study.md with its plots."""
