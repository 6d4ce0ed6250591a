import type { Cast } from './casting.ts'
import type { Chance } from './chance.ts'
import type { DemoMessage, Episode } from './history.ts'
import { DAY, HOUR, localMoment } from './moments.ts'
import { TIMEZONE } from './organizations.ts'
import type { DemoContact } from './people.ts'
import type { Script } from './script.ts'
import { NOTICES } from './stories/notices.ts'

/** Dialogues keep this distance from a notice, so that they do not overlap. */
const QUIET_MS = 3 * HOUR

/** Creates the notices a contact got before the last message of these dialogues, some with a reply. */
export function noticesBefore(chance: Chance, cast: Cast, contact: DemoContact, dialogues: DemoMessage[][]): Episode[] {
  const newest = Math.max(...dialogues.flat().map((message) => message.at))
  const sender = cast.senders[0]
  if (!sender) return []
  return NOTICES.flatMap((notice): Episode[] => {
    const startsAt = localMoment(cast.nowMs - notice.daysAgo * DAY, notice.minute, TIMEZONE) + chance.integer(0, 15_000)
    const isClear = dialogues.every(
      (dialogue) => startsAt < (dialogue[0]?.at ?? 0) - QUIET_MS || startsAt > (dialogue.at(-1)?.at ?? 0) + QUIET_MS,
    )
    if (!chance.happens(notice.share) || startsAt > newest || !isClear) return []
    const text = notice.texts[contact.language] ?? notice.texts['en'] ?? ''
    const answers = notice.answers[contact.language] ?? notice.answers['en'] ?? []
    const script: Script = [
      { direction: 'out', kind: 'broadcast', state: 'delivered', errorCode: null, again: false, later: false, text },
    ]
    if (answers.length > 0 && chance.happens(0.3))
      script.push({
        direction: 'in',
        kind: 'text',
        state: 'received',
        errorCode: null,
        again: false,
        later: false,
        text: chance.pick(answers),
      })
    return [{ script, sender, startsAt }]
  })
}
