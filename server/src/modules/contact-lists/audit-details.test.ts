import type { ContactAction } from '@crewline/contract/contact-lists'
import type { FilterNode } from '@crewline/contract/filters'
import { expect, test } from 'vitest'
import { actionDetails, selectionDetails } from './audit-details.ts'
import { runText } from './words.ts'

test('records bulk actions in the audit trail without personal data', () => {
  const filter: FilterNode = { op: 'and', children: [{ field: 'lastname', cmp: 'is', value: 'Ruiz' }] }
  const audience = { search: 'Ana Ruiz', reach: 'all' as const, filter }
  const serialized = JSON.stringify([
    selectionDetails({ contacts: [], selectedAll: true, audience, excludedIds: ['1'] }),
    actionDetails({ act: 'edit', field: 'custom.diet', value: 'Vegan' }),
    actionDetails({ act: 'opt_out', wording: 'Ana asked' }),
    actionDetails({ act: 'attest', method: 'paper', date: '2026-03-03', wording: 'Ana signed' }),
  ])
  expect(serialized).not.toMatch(/Ana|Ruiz|Vegan/)
  expect(serialized).toContain('"ruledBy":["lastname"]')
  expect(serialized).toContain('"field":"custom.diet"')
  expect(serialized).toContain('"method":"paper","date":"2026-03-03"')
})

test('describes the progress of a bulk action with its counts in two languages', () => {
  const action: ContactAction = { act: 'archive', archived: false }
  expect(runText(action, { state: 'done', changed: 1, skipped: 0 }, 'en')).toEqual({
    title: 'Restore contacts',
    message: '1 contact changed.',
  })
  expect(runText(action, { state: 'stopped', changed: 1200, skipped: 1 }, 'es')).toEqual({
    title: 'Restaurar contactos',
    message: 'Se detuvo. 1,200 contactos cambiaron. 1 quedó como antes. Inténtalo de nuevo.',
  })
  expect(runText(action, { state: 'running', changed: 0, skipped: 0 }, 'es').message).toBe(
    'Esto sigue en segundo plano.',
  )
})
