"""Lessons: a course per game, as data.

`course` reads one, `progress` follows a learner through a step, `verification` proves that every
position can be read, every move is legal and every refusal names the right rule.
"""

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
