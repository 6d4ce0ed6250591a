import type { Chance } from './chance.ts'
import type { DemoOrganization } from './organizations.ts'
import type { DemoContact } from './people.ts'
import type { Script } from './script.ts'
import { CLINIC_STORIES, FOOD_STORIES, OPEN_CLINIC_STORIES, OPEN_STORIES } from './stories/shelf.ts'

/** Chooses dialogues in the worker's language; each is told once before any is told again. */
export interface Storyteller {
  /** An answered dialogue, other than those this conversation has had. */
  answered: (contact: DemoContact, had: Set<Script>) => Script | undefined
  /** What a worker asks while nobody has answered. */
  open: (contact: DemoContact) => Script
}

/** The storyteller of one organization. */
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

/** Deals dialogues like cards: reshuffled only when all are dealt, leaving out those already `had`. */
function deckOf(
  chance: Chance,
  stories: Record<string, Script[]>,
): (language: string, had: Set<Script>) => Script | undefined {
  const decks = new Map<string, Script[]>()
  return (wanted, had) => {
    const language = stories[wanted] ? wanted : 'en'
    const all = stories[language] ?? []
    if (all.every((script) => had.has(script))) return undefined
    const deck = decks.get(language) ?? []
    decks.set(language, deck)
    // What is dealt next lies at the end; a fresh shuffle goes below what is left.
    if (!deck.some((script) => !had.has(script))) deck.unshift(...chance.shuffled(all))
    const at = deck.findLastIndex((script) => !had.has(script))
    const [script] = deck.splice(at, 1)
    if (script) had.add(script)
    return script
  }
}
