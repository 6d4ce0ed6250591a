import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import type { DraftProblem } from './rules.ts'

const TEXTS: Record<DraftProblem['problem'], LocalizedText> = {
  no_title: msg({ message: 'Write a title in each language of the form.' }),
  no_questions: msg({ message: 'Add at least one question.' }),
  not_approved: msg({ message: 'Read what a machine translated, and approve it in each language.' }),
  no_label: msg({ message: 'Write this question in each language of the form.' }),
  few_options: msg({ message: 'Add at least two answers.' }),
  no_option_label: msg({ message: 'Write each answer in each language of the form.' }),
  range: msg({ message: 'The lowest number is higher than the highest.' }),
  jump_nowhere: msg({ message: 'An answer leads to a question that no longer exists. Choose another.' }),
  when_nowhere: msg({ message: 'Choose an earlier question and at least one of its answers.' }),
  text_when: msg({
    message: 'A question that depends on an answer can’t be asked by text. Ask it always, or turn off answers by text.',
  }),
  loop: msg({ message: 'An answer leads back, so the form could repeat forever. Choose a later question.' }),
  unreachable: msg({ message: 'No answer leads to this question. Change the question before it.' }),
  saves_anonymous: msg({ message: 'An anonymous form can’t change contacts. Turn one of the two off.' }),
  saves_no_date: msg({ message: 'This field holds a date. Ask for a date, or save the answer to another field.' }),
  text_anonymous: msg({
    message: 'Answers by text are not anonymous, because a phone number sends them. Turn one of the two off.',
  }),
  text_too_long: msg({ message: 'This is too long to be asked by text. Shorten it, or turn off answers by text.' }),
  text_reserved: msg({
    message: 'An answer has a meaning of its own in a text, such as STOP, HELP or BACK. Choose another word.',
  }),
  no_text_after: msg({ message: 'Write the text in each language of the form.' }),
  text_file: msg({
    message: 'People can’t send files as an answer by text. Make this optional, or turn off answers by text.',
  }),
  file_anonymous: msg({ message: 'A photo or file can show who sent it, so an anonymous form can’t ask for one.' }),
  hidden_anonymous: msg({
    message: 'A value from the link can tell who answers, so an anonymous form can’t take one.',
  }),
  names_anonymous: msg({
    message: 'The answer tells who gave it, so an anonymous form can’t ask this. Remove the question.',
  }),
  full: msg({ message: 'The form already has this many answers. Enter a higher number, or leave it empty.' }),
  closed_already: msg({ message: 'This time has passed. Choose a later one.' }),
}

/** Returns what is wrong with a draft, in words, by the place of each problem. */
export function draftErrors(problems: readonly DraftProblem[]): Record<string, LocalizedText> {
  return Object.fromEntries(problems.map(({ at, problem }) => [at, TEXTS[problem]]))
}
