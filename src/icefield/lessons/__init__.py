"""Lessons: a course per game, as data. Read with `course`, taken with `taking`, proven with
`checking`."""

from .course import BadCourse, Course, Lesson, Made, Step, Try, Turn, Wrong, course, courses

__all__ = [
    "BadCourse",
    "Course",
    "Lesson",
    "Made",
    "Step",
    "Try",
    "Turn",
    "Wrong",
    "course",
    "courses",
]
