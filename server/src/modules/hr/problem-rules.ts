import type { HrFix } from '@crewline/contract/hr'
import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import { lineFrom } from './employee-rules.ts'

export interface Problem {
  text: LocalizedText
  fixes: HrFix[]
  contactId: string | null
}

/** The contact that has a number. */
interface NamedContact {
  id: string
  fields: { firstname: string; lastname: string }
}

/** Why a number cannot be taken: another contact has it, or another person of the HR system. */
export function takenBy(owner: NamedContact | undefined, isLinked: boolean): Problem {
  if (!owner)
    return {
      text: msg({
        message: 'Another person at your HR system has the same number. Correct it there, or choose what to do.',
      }),
      fixes: ['share', 'without_phone', 'ignore'],
      contactId: null,
    }
  const name = `${owner.fields.firstname} ${owner.fields.lastname}`.trim()
  return {
    text: msg({ message: 'This number belongs to {name}. Is it the same person?', values: { name } }),
    fixes: isLinked ? ['share', 'without_phone', 'ignore'] : ['same', 'share', 'without_phone', 'ignore'],
    contactId: owner.id,
  }
}

/** What can only be corrected where the entry comes from. */
export function atSource(text: LocalizedText): Problem {
  return { text, fixes: [], contactId: null }
}

/** The only sign that a new person may be one who was erased. */
export const NAME_OF_ERASED = msg({
  message:
    'Someone whose data was erased here had the same user name. Is this someone else? They are added only if you say so.',
})

/** Whether a member must say who someone is who has the user name of an erased person. */
export function nameOfErased(): Problem {
  return { text: NAME_OF_ERASED, fixes: ['someone_else', 'ignore'], contactId: null }
}

/** An entry that could not be read, or a number that is none. */
export function problemOf(kind: 'unreadable' | 'phone', text = ''): Problem {
  if (kind === 'phone')
    return {
      text: msg({
        message: '“{number}” is not a phone number. Correct it at your HR system.',
        values: { number: lineFrom(text, 40) },
      }),
      fixes: ['without_phone', 'ignore'],
      contactId: null,
    }
  return {
    text: msg({ message: "Your HR system didn't give the details of this person. The next sync tries again." }),
    fixes: ['ignore'],
    contactId: null,
  }
}
