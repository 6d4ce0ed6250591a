import { scaleOf, type FlowLanguage, type FlowStep, type FlowTexts } from '@crewline/contract/flows'
import type { Answer } from './parse-answer.ts'
import { TEXTS, type Texts } from './flow-words.ts'
import { sampleClock, sampleDay } from './parse-moment.ts'
import { flowLanguageOf, optionsOf, textIn } from './step-rules.ts'

/** Stands for any year in the sample of a date. */
const SAMPLE_YEAR = 2026
/** More answers, or longer ones, are listed one per line. */
const IN_ONE_SENTENCE = 3
const SENTENCE_MAX = 60

/** Returns a question with its possible answers, in the contact's language: "… Reply 1 for Yes, 2 for No." */
export function questionText(step: FlowStep, contactLanguage: string | undefined): string {
  const language = flowLanguageOf(contactLanguage)
  return `${textIn(step.prompt, language)}\n${answersText(step, language)}`
}

/** Returns how to answer a question, for the end of it and for a hint. */
function answersText(step: FlowStep, language: FlowLanguage): string {
  const texts = TEXTS[language]
  const how = howToAnswer(step, language, texts)
  return step.required ? how : `${how} ${texts.skip}`
}

function howToAnswer(step: FlowStep, language: FlowLanguage, texts: Texts): string {
  const { type, min, max, country = 'US' } = step
  if (type === 'date') return texts.date(sampleDay(country, SAMPLE_YEAR))
  if (type === 'time') return texts.time(sampleClock(country))
  if (type === 'choices') return `${listOfOptions(step, language)}\n${texts.choices}`
  if (type !== 'yes_no' && type !== 'choice' && type !== 'scale' && type !== 'number') return texts[type]
  if (step.type === 'scale') return texts.scale(scaleOf(step).min, scaleOf(step).max)
  if (step.type === 'number') {
    if (min !== undefined && max !== undefined) return texts.scale(min, max)
    if (min !== undefined) return texts.numberFrom(min)
    return max === undefined ? texts.number : texts.numberTo(max)
  }
  const choices = optionsOf(step).map(({ key, label }) => ({ key, label: textIn(label, language) }))
  const sentence = texts.options(choices)
  if (choices.length <= IN_ONE_SENTENCE && sentence.length <= SENTENCE_MAX) return sentence
  return `${listOfOptions(step, language)}\n${texts.oneOfThese}`
}

/** The answers, one per line. */
function listOfOptions(step: FlowStep, language: FlowLanguage): string {
  return optionsOf(step)
    .map(({ key, label }) => `${key} ${textIn(label, language)}`)
    .join('\n')
}

/** Returns the sentence with which a text offers to answer its questions by text. */
export function inviteText(contactLanguage: string | undefined): string {
  return TEXTS[flowLanguageOf(contactLanguage)].invite
}

/** Returns the text to a contact who stopped in the middle. */
export function unfinishedText(contactLanguage: string | undefined): string {
  return TEXTS[flowLanguageOf(contactLanguage)].unfinished
}

/** Returns one of the replies of a flow in the contact's language: the flow's own text, or else the default one. */
export function replyText(
  texts: FlowTexts,
  name: 'thanks' | 'hint' | 'closed' | 'already',
  contactLanguage: string | undefined,
): string {
  const language = flowLanguageOf(contactLanguage)
  const own = texts[name]
  return own ? textIn(own, language) : TEXTS[language][name]
}

/** Returns the reply to an answer that may have been changed: what it is now. */
export function changedText(
  texts: FlowTexts,
  { step, answer }: { step: FlowStep; answer: Answer },
  contactLanguage: string | undefined,
): string {
  const language = flowLanguageOf(contactLanguage)
  if (texts.changed) return textIn(texts.changed, language)
  const option = optionsOf(step).find(({ key }) => key === answer.key)
  return TEXTS[language].changed(option ? textIn(option.label, language) : String(answer.number ?? answer.text))
}

/** Returns the reply to a text that was not understood: what is possible, which may include the question before. */
export function hintText(
  texts: FlowTexts,
  step: FlowStep,
  { language: contactLanguage, canReturn }: { language: string | undefined; canReturn: boolean },
): string {
  const language = flowLanguageOf(contactLanguage)
  const back = canReturn ? ` ${TEXTS[language].back}` : ''
  return `${replyText(texts, 'hint', contactLanguage)} ${answersText(step, language)}${back}`
}
