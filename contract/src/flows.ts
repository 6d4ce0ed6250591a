import { z } from 'zod'
import {
  FLOW_LABEL_MAX,
  FLOW_OPTIONS_MAX,
  FLOW_PROMPT_MAX,
  FLOW_STEPS_MAX,
  FLOW_SYNONYMS_MAX,
  FLOW_TEXT_MAX,
} from './flow-limits.ts'
import { flowLanguages } from './flow-languages.ts'
import { oneLine } from './one-line.ts'

export { flowLanguages, type FlowLanguage } from './flow-languages.ts'

/** Builds a schema for a text in at least one of the languages; a contact of another language gets English, or the first. */
export function inLanguages<Text extends z.ZodType<string>>(text: Text) {
  return z
    .partialRecord(z.enum(flowLanguages), text)
    .refine((texts) => Object.keys(texts).length > 0, 'Write the text in at least one language.')
}

/** One of the answers a contact can choose. */
export const FlowOption = z.strictObject({
  key: oneLine(10).min(1).describe('What the contact texts to choose this answer, such as 1.'),
  label: inLanguages(oneLine(FLOW_LABEL_MAX).min(1)),
  synonyms: z
    .array(oneLine(FLOW_LABEL_MAX).min(1))
    .max(FLOW_SYNONYMS_MAX)
    .default([])
    .describe('Other words that mean this answer, in any language.'),
})
export type FlowOption = z.infer<typeof FlowOption>

/**
 * One question of a flow. `yes_no` and `acknowledge` need no options; two options of a `yes_no` replace its labels: the
 * first one means yes.
 */
export const FlowStep = z
  .strictObject({
    id: oneLine(40).min(1),
    type: z
      .enum([
        ...(['yes_no', 'choice', 'choices', 'scale', 'number', 'text', 'acknowledge'] as const),
        ...(['date', 'time', 'phone', 'email', 'invite'] as const),
      ])
      .describe('`choices` takes several answers; `invite` offers to begin, and takes nothing but a yes.'),
    prompt: inLanguages(z.string().max(FLOW_PROMPT_MAX).trim().min(1)),
    options: z.array(FlowOption).max(FLOW_OPTIONS_MAX).default([]),
    min: z.number().optional().describe('Lowest number of a scale (1 by default) or of a number.'),
    max: z.number().optional().describe('Highest number of a scale (5 by default) or of a number.'),
    required: z.boolean().default(true).describe('Whether the contact cannot skip the question.'),
    jumps: z
      .array(z.strictObject({ on: oneLine(10).min(1), to: oneLine(40).min(1) }))
      .max(FLOW_OPTIONS_MAX)
      .optional()
      .describe('Which question follows an answer, by its key; `end` for none. Otherwise the next one follows.'),
    country: z.string().length(2).optional().describe('How dates and phone numbers are written, such as US.'),
  })
  .superRefine((step, context) => {
    const keys = step.options.map(({ key }) => key.toLowerCase())
    const refuse = (message: string, field: string) => context.addIssue({ code: 'custom', message, path: [field] })
    if (new Set(keys).size < keys.length) refuse('Give each answer a key of its own.', 'options')
    if ((step.type === 'choice' || step.type === 'choices') && keys.length < 2)
      refuse('Add at least two answers.', 'options')
    if (step.type === 'yes_no' && keys.length !== 0 && keys.length !== 2)
      refuse('Add two answers or none: the first one means yes.', 'options')
    if (!['choice', 'choices', 'yes_no'].includes(step.type) && keys.length > 0)
      refuse('Only a choice and a yes-or-no question have answers to choose from.', 'options')
    if (step.min !== undefined && step.max !== undefined && step.min >= step.max)
      refuse('Must be higher than the lowest number.', 'max')
    if (step.type !== 'scale') return
    const { min, max } = scaleOf(step)
    if (!Number.isInteger(min) || !Number.isInteger(max) || max <= min || max - min > 100)
      refuse('Use whole numbers, at most 100 apart.', 'max')
  })
export type FlowStep = z.infer<typeof FlowStep>

/** Returns the lowest and the highest number of a scale. */
export function scaleOf({ min = 1, max = 5 }: { min?: number | undefined; max?: number | undefined }) {
  return { min, max }
}

/** The questions of a flow, in order. */
export const FlowSteps = z
  .array(FlowStep)
  .min(1)
  .max(FLOW_STEPS_MAX)
  .refine((steps) => new Set(steps.map(({ id }) => id)).size === steps.length, 'Give each question an id of its own.')

const replyText = inLanguages(z.string().max(FLOW_TEXT_MAX).trim().min(1)).optional()

/** What a flow replies. Texts that are missing have a default in each language. */
export const FlowTexts = z.strictObject({
  thanks: replyText.describe('After the last answer.'),
  changed: replyText.describe('After an answer was changed.'),
  hint: replyText.describe('Before the possible answers, when a text was not understood.'),
  closed: replyText.describe('When an answer arrives after the end.'),
  already: replyText.describe('When an answer cannot be changed.'),
})
export type FlowTexts = z.infer<typeof FlowTexts>

/** A summary of the numbers that were answered. */
const NumberSummary = z.object({
  min: z.number(),
  max: z.number(),
  mean: z.number(),
  median: z.number(),
  counts: z.array(z.object({ value: z.number(), count: z.number().int() })).describe('The most frequent values.'),
})

/** The answers to one question. */
export const FlowStepResults = z.object({
  stepId: z.string(),
  hidden: z.boolean().describe('Anonymous answers are shown from five on, and always five or more at a time.'),
  count: z.number().int().describe('Answers that are shown.'),
  options: z.array(z.object({ key: z.string(), count: z.number().int() })),
  numbers: NumberSummary.nullable(),
  texts: z.array(z.object({ id: z.uuid(), contactId: z.uuid().nullable(), text: z.string() })),
})
export type FlowStepResults = z.infer<typeof FlowStepResults>

/** What the contacts of a flow answered so far. */
export const FlowResults = z.object({
  anonymous: z.boolean(),
  closed: z.boolean(),
  asked: z.number().int().describe('Contacts who were asked.'),
  answered: z.number().int().describe('Contacts who answered every question.'),
  changed: z.number().int().describe('How often an answer was changed.'),
  steps: z.array(FlowStepResults),
})
export type FlowResults = z.infer<typeof FlowResults>
