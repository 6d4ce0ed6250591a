// What members edit on a form: its questions in several languages, where each answer leads, and what happens afterward.
import { z } from 'zod'
import { flowLanguages } from './flows.ts'
import {
  FORM_GROUPS_MAX,
  FORM_LABEL_MAX,
  FORM_OPTIONS_MAX,
  FORM_QUESTIONS_MAX,
  FORM_RESPONSES_MAX,
  FORM_SET_VALUE_MAX,
  FORM_SETS_MAX,
  FORM_TEXT_AFTER_MAX,
  FORM_TEXT_MAX,
} from './form-limits.ts'
import { Id, Instant } from './ids.ts'
import { oneLine } from './one-line.ts'

/** The languages a form can be shown in. */
export const FormLanguage = z.enum(flowLanguages)
export type FormLanguage = z.infer<typeof FormLanguage>

/**
 * The kinds of questions. `info` is a text without an answer; `signature` is drawn, or the typed name of the person;
 * `file` takes photos and files; `consent` is a box to check; `location` is a place in words; `employee` is an employee
 * number, such as that of a colleague; `hidden` takes its value from the address, as in `?q3=Dock`, and is not shown.
 */
export const FormQuestionType = z.enum([
  'short_text',
  'long_text',
  'choice',
  'choices',
  'yes_no',
  'rating',
  'nps',
  'number',
  'date',
  'time',
  'phone',
  'email',
  'location',
  'consent',
  'signature',
  'file',
  'info',
  'employee',
  'hidden',
])
export type FormQuestionType = z.infer<typeof FormQuestionType>

const label = z.partialRecord(FormLanguage, oneLine(FORM_LABEL_MAX)).default({})
const text = z.partialRecord(FormLanguage, z.string().trim().max(FORM_TEXT_MAX)).default({})

/** Names a question or an option inside its form; it stays the same when the form changes. */
const Key = z.string().regex(/^[a-z][a-z0-9]{0,15}$/, 'Use letters and digits.')

export const FormOption = z.strictObject({ id: Key, label })
export type FormOption = z.infer<typeof FormOption>

/** A field of a contact that a form may write. */
const ContactField = z.union([
  z.enum(['firstname', 'lastname', 'email', 'jobTitle', 'department', 'location']),
  z.string().regex(/^custom\.[a-z][a-z0-9_]{0,35}$/),
])

/** A field of a contact that the answer to a question may go to; the named ones hold a date. */
const AnsweredField = z.union([z.enum(['birthday', 'hireDate']), ContactField])

/** What the address of a form uses for itself. */
const USED_BY_ADDRESS = new Set(['lang', 'from', 'p'])

/** A question. */
export const FormQuestion = z
  .strictObject({
    id: Key,
    type: FormQuestionType,
    label,
    help: text,
    required: z.boolean().default(false),
    options: z.array(FormOption).max(FORM_OPTIONS_MAX).default([]).describe('For `choice` and `choices`.'),
    min: z.number().min(-1e9).max(1e9).nullable().default(null).describe('The lowest `number`.'),
    max: z.number().min(-1e9).max(1e9).nullable().default(null).describe('The highest `number`.'),
    jumps: z
      .array(z.strictObject({ on: Key, to: Key }))
      .max(FORM_OPTIONS_MAX)
      .default([])
      .describe('For `choice` and `yes_no`: which question follows an answer. `end` ends the form.'),
    saveTo: AnsweredField.nullable()
      .default(null)
      .describe('The field of the contact that gets the answer; that of `hidden` only through a personal link.'),
    when: z
      .strictObject({
        question: Key,
        is: z.array(z.string().regex(/^[a-z0-9]{1,16}$/)).max(FORM_OPTIONS_MAX),
        effect: z.enum(['show', 'hide', 'require']),
      })
      .optional()
      .describe(
        'What any of these answers to an earlier question with choices does: `show` asks the question only then, `hide` does not ask it then, `require` wants an answer then.',
      ),
  })
  .refine(({ id, type }) => type !== 'hidden' || !USED_BY_ADDRESS.has(id), {
    path: ['id'],
    message: 'The address of a form uses this name for itself. Choose another.',
  })
export type FormQuestion = z.infer<typeof FormQuestion>

/** What members edit. A draft may be incomplete; publishing checks it. */
export const FormContent = z.strictObject({
  name: oneLine(80).min(1).describe('For the team only.'),
  title: label,
  intro: text,
  thanks: text,
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, 'Choose a color.')
    .default('#0b5fb0'),
  languages: z
    .array(FormLanguage)
    .min(1)
    .max(flowLanguages.length)
    .refine((all) => new Set(all).size === all.length, 'Name each language once.')
    .default(['en'])
    .describe('The first one is shown when the reader’s language is not among them.'),
  machineLanguages: z
    .array(FormLanguage)
    .max(flowLanguages.length)
    .default([])
    .describe(
      'Languages with texts that a machine translated and no one has approved. Publishing needs them approved.',
    ),
  questions: z
    .array(FormQuestion)
    .max(FORM_QUESTIONS_MAX)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'Give each question an id of its own.')
    .default([]),
  access: z
    .enum(['anyone', 'invited'])
    .default('anyone')
    .describe('`invited`: only people who got a personal link in a text.'),
  askCode: z
    .boolean()
    .default(false)
    .describe(
      'People enter a code that is texted to the phone of their personal link or, on the public link, to the number they enter. A shared tablet asks for none.',
    ),
  anonymous: z.boolean().default(false).describe('No answer is stored with its contact.'),
  oncePerPerson: z
    .boolean()
    .default(true)
    .describe(
      'Each personal link takes one answer; with `askCode` so does each number on the public link. A reader of news answers a poll once, and may change the answer unless it is anonymous.',
    ),
  closesAt: Instant.nullable().default(null),
  maxResponses: z
    .number()
    .int()
    .min(1)
    .max(FORM_RESPONSES_MAX)
    .nullable()
    .default(null)
    .describe('The form closes with this many responses; never one more is stored.'),
  byText: z
    .boolean()
    .default(false)
    .describe('A text with the form offers to answer its questions by text, one by one.'),
  groupIds: z.array(Id).max(FORM_GROUPS_MAX).default([]).describe('Groups that known people join after they answered.'),
  setFields: z
    .array(z.strictObject({ field: ContactField, value: oneLine(FORM_SET_VALUE_MAX).min(1) }))
    .max(FORM_SETS_MAX)
    .refine((all) => new Set(all.map(({ field }) => field)).size === all.length, 'Name each field once.')
    .default([])
    .describe('Fields of known people that get a fixed value after they answered.'),
  textAfter: z
    .partialRecord(FormLanguage, z.string().trim().max(FORM_TEXT_AFTER_MAX))
    .default({})
    .describe('What known people are texted after they answered on the page.'),
  notify: z.boolean().default(false).describe('Notifies the team of each answer.'),
})
export type FormContent = z.infer<typeof FormContent>

/** The answers to a form, by the id of the question. */
export const FormAnswers = z.record(z.string(), z.union([z.string(), z.array(z.string())]))
export type FormAnswers = z.infer<typeof FormAnswers>
