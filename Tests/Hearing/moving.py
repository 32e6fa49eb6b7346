"""Noise that moves around by 90 degrees per second: its level differences against the head's, by filters alone and by
direction, and no worse than they were."""

import figures
import harm
import scenes
import table

# Seeds of noise, and where each begins, degrees to the right.
JOURNEYS, SHORT = ((41, -90), (42, -130), (43, 20)), ((41, -90),)
# The error of level differences by direction as it was, dB: the whole form and the short one.
EARLIER = {}
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
        whole, short = EARLIER.get((self.array.name, str(self.case)), (None, None))
        return table.Note(str(self), f"{linear:.3f} -> {made:.3f} dB", judge(linear, made, short if self.short else whole))
