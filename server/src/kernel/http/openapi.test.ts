import { endpoint } from '@crewline/contract/endpoint'
import { ok } from '@crewline/contract/envelope'
import { z } from 'zod'
import { expect, test } from 'vitest'
import { openApiOf } from './openapi.ts'

interface Operation {
  requestBody?: { content: Record<string, unknown> }
  responses: Record<string, { description: string; content: Record<string, { schema: { allOf: unknown[] } }> }>
}

function operationOf(declared: Parameters<typeof openApiOf>[0][number]['endpoint']): Operation {
  const served = [{ name: 'call', endpoint: declared, handle: async () => ({}) }]
  const { paths } = openApiOf(served, '1.0.0') as { paths: Record<string, Record<string, Operation>> }
  return Object.values(Object.values(paths)[0] ?? {})[0] as Operation
}

test('lists the refusals of a call by HTTP status, its own and those any such call may give', () => {
  const rename = endpoint({
    method: 'PATCH',
    path: '/boat',
    summary: 'Renames a boat.',
    can: 'contacts.edit',
    fails: ['name_taken', 'outdated', 'not_found'],
    body: z.strictObject({ name: z.string().describe('As painted on the stern.') }),
    reply: ok({}),
  })
  const { responses } = operationOf(rename)
  expect(Object.keys(responses)).toEqual([
    '200',
    '400',
    '401',
    '403',
    '404',
    '409',
    '413',
    '415',
    '422',
    '429',
    '500',
    '503',
  ])
  expect(responses['409']?.description).toContain('`name_taken`: This name is taken.')
  expect(responses['409']?.content['application/json']?.schema.allOf[1]).toMatchObject({
    properties: { code: { enum: ['name_taken', 'outdated'] } },
  })
  expect(JSON.stringify(operationOf(rename).requestBody)).toContain('As painted on the stern.')
})

test('a call without a session is never refused for a session, a permission or an unpaid account', () => {
  const open = endpoint({ method: 'GET', path: '/boat', summary: 'Shows a boat.', session: 'none', reply: ok({}) })
  expect(Object.keys(operationOf(open).responses)).toEqual(['200', '400', '429', '500', '503'])
})

test('describes a file in the body and a file in the response as bytes', () => {
  const upload = endpoint({ method: 'POST', path: '/file', summary: 'Takes a file.', takes: 'bytes', reply: ok({}) })
  expect(Object.keys(operationOf(upload).requestBody?.content ?? {})).toEqual(['application/octet-stream'])
  const download = endpoint({ method: 'GET', path: '/file', summary: 'A file.', answers: 'file', reply: ok({}) })
  expect(operationOf(download).responses['200']?.content).toEqual({
    '*/*': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } },
  })
})
