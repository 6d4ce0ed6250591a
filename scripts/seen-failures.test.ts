import { expect, test } from 'vitest'
import { createKeyword } from '../contract/src/keywords.ts'
import { findUnseenFailures } from './seen-failures.ts'
import { onPlanted } from './planted.ts'

const CONTRACT = `
const endpoint = (of) => ({ kind: 'endpoint', ...of })
export const createRoom = endpoint({ method: 'POST', path: '/room', fails: ['name_taken', 'too_many'] })
export const rooms = endpoint({ method: 'GET', path: '/room', fails: [] })
`

test('lists the declared refusals that no test saw', async () => {
  const files = { 'contract/src/rooms.ts': CONTRACT, 'seen/1.txt': 'POST /room name_taken\nGET /room not_found\n' }
  await onPlanted(files, async (root) => {
    expect(await findUnseenFailures(root, `${root}/seen`)).toEqual(['createRoom: too_many'])
  })
})

test('reads the contract of the product', async () => {
  await onPlanted({ 'seen/1.txt': 'POST /nothing bug\n' }, async (root) => {
    const unseen = await findUnseenFailures(`${import.meta.dirname}/..`, `${root}/seen`)
    expect(unseen).toContain(`createKeyword: ${createKeyword.fails.join(', ')}`)
  })
})
