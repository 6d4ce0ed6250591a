import { flowLanguages, type FlowLanguage, type FlowOption, type FlowStep } from '@crewline/contract/flows'

/** The key of the one answer to an acknowledgement. */
export const ACKNOWLEDGE_KEY = 'ok'

/** A text in some languages. */
export type Localized = Partial<Record<FlowLanguage, string>>

// Without accents where that keeps a text in one segment: capitals are read without them.
const YES: Localized = { en: 'Yes', es: 'SI', fr: 'Oui', pt: 'SIM', vi: 'Có', zh: '是', ht: 'Wi', ar: 'نعم' }
const NO: Localized = { en: 'No', es: 'NO', fr: 'Non', pt: 'NAO', vi: 'Không', zh: '否', ht: 'Non', ar: 'لا' }
const OK: Localized = Object.fromEntries(flowLanguages.map((language) => [language, 'OK']))

/** Whether a question takes nothing but a yes. */
export function confirms({ type }: Pick<FlowStep, 'type'>): boolean {
  return type === 'acknowledge' || type === 'invite'
}

/** Returns the answers that a contact can choose from; none for numbers and free text. */
export function optionsOf(step: FlowStep): FlowOption[] {
  if (confirms(step)) return [{ key: ACKNOWLEDGE_KEY, label: OK, synonyms: ['1'] }]
  if (step.type !== 'yes_no' || step.options.length === 2) return step.options
  return [
    { key: '1', label: YES, synonyms: [] },
    { key: '2', label: NO, synonyms: [] },
  ]
}

/** Returns the supported language of a contact: English for any other. */
export function flowLanguageOf(contactLanguage: string | undefined): FlowLanguage {
  const primary = contactLanguage?.toLowerCase().split('-')[0]
  return flowLanguages.find((language) => language === primary) ?? 'en'
}

/** Returns a text in this language, or else in English, or else in the first one it has. */
export function textIn(texts: Localized, language: FlowLanguage): string {
  return texts[language] ?? texts.en ?? Object.values(texts)[0] ?? ''
}

/** Returns the question that follows an answer; undefined at the end. */
export function nextStep(steps: readonly FlowStep[], step: FlowStep, key: string | undefined): FlowStep | undefined {
  const to = step.jumps?.find(({ on }) => on === key)?.to
  if (to === 'end') return undefined
  const at = steps.indexOf(step)
  return steps.find(({ id }, index) => id === to && index > at) ?? steps[at + 1]
}
