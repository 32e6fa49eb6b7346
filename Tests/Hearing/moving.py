"""Noise that moves around at 90 degrees per second: its level differences against the head's, by filters alone and by
direction, with earlier results as limits."""

import figures
import harm
import scenes
import table

# Seeds of noise, and the direction in which each noise begins, degrees to the right.
JOURNEYS, SHORT = ((41, -90), (42, -130), (43, 20)), ((41, -90),)
# The error of level differences by direction with refined filters and the horizon's directions alone, dB: the whole
# form and the short one.
EARLIER = {
    ("phone-free", "Back landscapeRight"): (0.924, 0.881),
    ("square-held", "Back portrait"): (1.244, 1.329),
    ("pair-74", "Back portrait"): (1.223, 1.286),
    ("phone-free", "Back portrait"): (0.644, None),
    ("phone-box", "Back landscapeRight"): (0.845, None),
    ("phone-box", "Back portrait"): (0.740, None),
    ("square-table", "Top"): (0.815, None),
    ("six-held", "Back portrait"): (1.107, None),
    ("six-table", "Top"): (0.658, None),
    ("phone-5-5", "Back landscapeLeft"): (0.561, None),
    ("ring-5-5", "Top"): (0.613, None),
    ("ball-4-5", "Top"): (0.676, None),
}
ROOM = 1.02


def judge(linear, made, earlier=None):
    found = [figures.Finding("moving: ILD against linear", made, linear * 1.1, linear * 0.95, "dB")]
    if earlier:
        found.append(figures.Finding("moving: ILD against earlier", made, earlier * ROOM, earlier, "dB"))
    return found


class Task(scenes.Task, harm.Task):
    PART = "moving"

    def run(self, program, ring):
        self.program, self.ring = program, ring
        journeys = SHORT if self.short else JOURNEYS
        errors = [self.moved(*journey) for journey in journeys]
        linear, made = (sum(one) / len(errors) for one in zip(*errors))
        earlier = EARLIER.get((self.array.name, str(self.case)), (None, None))[self.short]
        return table.Note(str(self), f"{linear:.3f} -> {made:.3f} dB", judge(linear, made, earlier))
