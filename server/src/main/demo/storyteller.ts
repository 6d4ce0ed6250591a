import type { Chance } from './chance.ts'
import type { DemoOrganization } from './organizations.ts'
import type { DemoContact } from './people.ts'
import type { Script } from './script.ts'
import { CLINIC_STORIES, FOOD_STORIES, OPEN_CLINIC_STORIES, OPEN_STORIES } from './stories/shelf.ts'

/** Chooses dialogues in the contact's language; each is used once before any repeats. */
export interface Storyteller {
  /** Returns an answered dialogue that this conversation has not had. */
  answered: (contact: DemoContact, had: Set<Script>) => Script | undefined
  /** Returns a message of a contact that waits for a reply. */
  open: (contact: DemoContact) => Script
}

/** Creates the storyteller of one organization. */
export function storytellerOf(chance: Chance, organization: DemoOrganization): Storyteller {
  const isClinic = organization.trade === 'clinic'
  const stories = isClinic ? { en: CLINIC_STORIES } : FOOD_STORIES
  const answered = deckOf(chance, stories)
  const open = deckOf(chance, isClinic ? { en: OPEN_CLINIC_STORIES } : OPEN_STORIES)
  return {
    answered: (contact, had) => answered(contact.language, had),
    open: (contact) => open(contact.language, new Set()) ?? [],
  }
}

/** Deals dialogues like cards: reshuffles only when all are dealt, and skips those already `had`. */
function deckOf(
  chance: Chance,
  stories: Record<string, Script[]>,
): (language: string, had: Set<Script>) => Script | undefined {
  const decks = new Map<string, Script[]>()
  return (preferred, had) => {
    const language = stories[preferred] ? preferred : 'en'
    const all = stories[language] ?? []
    if (all.every((script) => had.has(script))) return undefined
    const deck = decks.get(language) ?? []
    decks.set(language, deck)
    // Dialogues are dealt from the end; a fresh shuffle goes below the remaining ones.
    if (!deck.some((script) => !had.has(script))) deck.unshift(...chance.shuffled(all))
    const at = deck.findLastIndex((script) => !had.has(script))
    const [script] = deck.splice(at, 1)
    if (script) had.add(script)
    return script
  }
}
