import { expect, test } from 'vitest'
import { fromTemplate, TEMPLATES } from './templates.ts'

test('there are ten templates, each complete in both languages', () => {
  expect(TEMPLATES).toHaveLength(10)
  for (const template of TEMPLATES)
    for (const language of ['en', 'es'] as const) {
      const { questions, languages, name } = fromTemplate(template, language)
      expect([template.key, languages[0], name]).toEqual([template.key, language, template.title[language]])
      for (const { id, label, options, jumps } of questions) {
        expect([id, Object.values(label).every(Boolean), Object.keys(label)]).toEqual([id, true, ['en', 'es']])
        for (const option of options) expect(Object.values(option.label).every(Boolean)).toBe(true)
        // An answer leads forward, to a question that exists.
        for (const { to } of jumps) expect(Number(to.slice(1))).toBeGreaterThan(Number(id.slice(1)))
        for (const { to } of jumps) expect(questions.map((question) => question.id)).toContain(to)
      }
    }
})
