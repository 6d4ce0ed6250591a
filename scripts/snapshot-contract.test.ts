import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { onPlanted } from './planted.ts'
import { findStaleContract, renderContract } from './snapshot-contract.ts'

const CONTRACT = {
  'contract/src/contacts.ts': `import { z } from 'zod'
export const Pet = z.object({ id: z.uuid(), call: z.string() })
export const readContact = { kind: 'endpoint', method: 'GET', path: '/contacts/{id}', session: 'full', pastDue: 'blocked', can: 'contacts.read',
  params: z.object({ id: z.string() }), query: z.undefined(), body: z.undefined(), reply: z.object({ name: z.string().default('x'), pet: Pet, other: z.object({ pet: Pet }) }) }
export const somethingElse = 5
export const removeContact = { kind: 'endpoint', method: 'DELETE', path: '/contacts/{id}', fails: ['not_found'], reply: z.object({ pet: Pet }) }
`,
}

async function onContract<T>(files: Record<string, string>, work: (root: string) => Promise<T>): Promise<T> {
  return onPlanted({ 'package.json': '{"type":"module"}', ...files }, (root) => {
    mkdirSync(join(root, 'node_modules'))
    symlinkSync(join(import.meta.dirname, '../node_modules/zod'), join(root, 'node_modules/zod'))
    return work(root)
  })
}

test('lists every endpoint in the generated files and keeps them fresh until the contract changes', async () => {
  await onContract(CONTRACT, async (root) => {
    const files = await renderContract(root)
    expect(files['contract/src/routes.gen.ts']).toContain("readContact: ['GET', '/contacts/{id}'],")
    expect(JSON.parse(files['contract/contract.snapshot.json'] ?? '')).toMatchObject({
      $defs: { Pet: { properties: { id: { format: 'uuid', type: 'string' }, call: { type: 'string' } } } },
      endpoints: {
        readContact: {
          method: 'GET',
          can: 'contacts.read',
          params: { properties: { id: { type: 'string' } } },
          reply: { required: ['name', 'pet', 'other'], properties: { pet: { $ref: '#/$defs/Pet' } } },
        },
        removeContact: { fails: ['not_found'] },
      },
    })
    expect(files['contract/contract.snapshot.json']).not.toContain('somethingElse')
    for (const [file, text] of Object.entries(files)) writeFileSync(join(root, file), text)
    expect(await findStaleContract(root)).toEqual([])
    const snapshot = join(root, 'contract/contract.snapshot.json')
    writeFileSync(snapshot, (files['contract/contract.snapshot.json'] ?? '').replace('contacts.read', 'contacts.write'))
    const stale = (await findStaleContract(root)).join('\n')
    expect(stale).toMatch(/contract\.snapshot\.json is stale/)
    expect(stale).toMatch(/- .*"can": "contacts\.write"/)
    expect(stale).toMatch(/\+ .*"can": "contacts\.read"/)
  })
})

test('rejects two endpoints on one path', async () => {
  const twin = {
    'contract/src/b.ts': "export const other = { kind: 'endpoint', method: 'GET', path: '/contacts/{contactId}' }\n",
  }
  await onContract({ ...CONTRACT, ...twin }, async (root) => {
    await expect(renderContract(root)).rejects.toThrow(/same method and path/)
  })
})
