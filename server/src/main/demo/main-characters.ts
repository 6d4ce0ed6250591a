import type { DemoConversation } from './casting.ts'
import type { Chance } from './chance.ts'
import { CREW, type CrewMember } from './crew.ts'
import { play, type DemoLine, type DemoMessage, type Sender } from './history.ts'
import { DAY, idAt, MINUTE } from './moments.ts'
import type { DemoContact } from './people.ts'
import { readScripts } from './script.ts'

/** A main character with their thread. */
export interface Character {
  member: CrewMember
  conversation: DemoConversation
}

/** Creates the six main characters as contacts of an organization, with threads on its main line. */
export function castCrew(
  chance: Chance,
  organization: string,
  where: { line: DemoLine; senders: Sender[]; nowMs: number },
): Character[] {
  const { line, senders, nowMs } = where
  const senderOf = (by = 'Maria'): Sender =>
    senders.find((sender) => sender.firstname === by) ?? fail(`no demo teammate named ${by} writes to contacts`)
  return CREW.map((member, at) => {
    const createdAt = nowMs - (300 - at * 17) * DAY
    const contact: DemoContact & { phone: string } = {
      id: idAt(createdAt),
      firstname: member.firstname,
      lastname: member.lastname,
      preferredName: member.preferredName,
      phone: member.phone,
      language: member.language,
      jobTitle: member.jobTitle,
      location: member.location,
      phoneKind: 'mobile',
      phoneState: 'ok',
      optedOut: false,
      source: 'hris',
      archivedAt: null,
      createdAt,
    }
    const setting = { contact, line, organization, nowMs }
    const dialogues = member.dialogues.map(({ endsMinutesAgo, by, script }) =>
      readScripts(script).flatMap((dialogue) =>
        play(chance, setting, { script: dialogue, sender: senderOf(by), endsAt: nowMs - endsMinutesAgo * MINUTE }),
      ),
    )
    const messages = dialogues.flat()
    const unread = member.isWaiting ? waitingIn(dialogues.at(-1) ?? []) : 0
    return { member, conversation: { contact, lineId: line.id, messages, unread, archived: false } }
  })
}

/** Counts the contact's messages since our last one. */
function waitingIn(dialogue: DemoMessage[]): number {
  return dialogue.length - 1 - dialogue.findLastIndex((message) => message.direction === 'out')
}

function fail(message: string): never {
  throw new Error(message)
}
