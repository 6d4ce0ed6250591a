import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import {
  household,
  hr,
  messyWorkbook,
  payroll,
  schedule,
  spanish,
  windows1252,
} from '../server/test/kit/messy-files.ts'
import { createAccount, newUser } from './support/accounts.ts'
import { enter, expect, test } from './support/test.ts'

// Exports of seven programs, one with 200,000 rows, are imported in the browser: matched automatically, corrected in
// the grid, imported, undone. This takes minutes, so it runs only on request: npm run test:faults -- import-files.

const ROWS = Number(process.env.IMPORT_ROWS ?? 200_000)
const TIMEOUT_MS = 10 * 60_000

interface Story {
  name: string
  bytes: () => Buffer | string | Promise<Buffer>
  /** An invalid cell and its correction. */
  correction?: { cell: string; value: string }
  added: number
}

const stories: Story[] = [
  {
    name: 'payroll.csv',
    bytes: () => payroll,
    correction: { cell: '5.55E+09', value: '555 010 2235' },
    added: 3,
  },
  { name: 'schedule.csv', bytes: () => schedule, added: 3 },
  { name: 'hr.txt', bytes: () => hr, added: 2 },
  { name: 'lista.csv', bytes: () => spanish, added: 2 },
  { name: 'homes.csv', bytes: () => household, added: 2 },
  { name: 'crew.xlsx', bytes: messyWorkbook, added: 2 },
  {
    name: 'everybody.csv',
    bytes: buildLargeExport,
    correction: { cell: '415-22', value: '(415) 900-0001' },
    // One row in 100 repeats the number of the row before; one in 1,000 has an invalid number; one of these is
    // corrected.
    added: ROWS - ROWS / 100 - ROWS / 1000 + 1,
  },
]

/** A large export as Excel writes it in Europe: a title row, semicolons, Windows-1252, capitals, day before month. */
function buildLargeExport(): Buffer {
  const lines = ['Personalliste Nord;;;;;;', '', 'Employee ID;Last name;First name;Cell #;Dept;Groups;Hire date']
  for (let n = 0; n < ROWS; n++) {
    const number = String(2_000_000 + (n % 100 === 3 ? n - 1 : n))
    const cell = n % 1000 === 7 ? '415-22' : `(415) ${number.slice(0, 3)}-${number.slice(3)}`
    const hired = `${15 + (n % 13)}.${1 + (n % 12)}.${2001 + (n % 20)}`
    lines.push(
      `E${n};"MÜLLER ${n % 4999} ";Zoë${n % 997};${cell};Dept ${n % 40};Crew ${n % 25}, Site ${n % 5};${hired}`,
    )
  }
  return windows1252(lines.join('\r\n'))
}

async function openImport(page: Page, request: APIRequestContext): Promise<void> {
  const user = newUser('Ina')
  await enter(page, await createAccount(request, user, `${user.firstname} and Daughters`))
  await page.goto('/dashboard/contacts/import')
}

const step = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })

for (const { name, bytes, correction: wrong, added } of stories) {
  test(`imports ${name}, corrects it and undoes the import`, async ({ page, request }) => {
    test.setTimeout(2 * TIMEOUT_MS)
    const startedAt = performance.now()
    const seconds: string[] = []
    const note = (label: string) => seconds.push(`${label} ${((performance.now() - startedAt) / 1000).toFixed(0)}`)
    const dir = await mkdtemp(join(tmpdir(), 'crewline-files-'))
    try {
      const file = join(dir, name)
      await writeFile(file, await bytes())
      await openImport(page, request)
      await page.locator('input[type=file]').setInputFiles(file)
      await expect(step(page, 'Match columns')).toBeVisible({ timeout: TIMEOUT_MS })
      note('read')
    } finally {
      await rm(dir, { recursive: true, force: true })
    }
    await page.getByRole('button', { name: 'Check rows' }).click()
    const grid = page.getByRole('grid', { name: 'Rows in your file' })
    await expect(grid.or(page.getByText('No rows have errors')).first()).toBeVisible({ timeout: TIMEOUT_MS })
    note('checked')
    if (wrong) {
      const cell = grid.getByRole('gridcell', { name: wrong.cell, exact: true }).first()
      await cell.focus()
      await page.keyboard.type(wrong.value)
      await page.keyboard.press('Enter')
      await expect(grid.getByRole('gridcell', { name: wrong.value, exact: true })).toHaveCount(1)
    }
    const count = added.toLocaleString('en')
    await page.getByRole('button', { name: `Continue with ${count} people` }).click()
    await page.getByRole('checkbox', { name: /These people agreed/ }).check()
    await page.getByRole('button', { name: new RegExp(`^Import ${count} contacts`) }).click()
    await expect(step(page, 'Import complete')).toBeVisible({ timeout: TIMEOUT_MS })
    await expect(page.getByRole('main').getByText(`${count} added, 0 updated`)).toBeVisible()
    note('in')
    await page.getByRole('button', { name: 'Undo import' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
    await expect(step(page, 'Import undone')).toBeVisible({ timeout: TIMEOUT_MS })
    note('undone')
    await page.goto('/dashboard/contacts')
    await expect(page.getByText('No contacts yet')).toBeVisible()
    console.log(`${name}: seconds from the start: ${seconds.join(', ')}`)
  })
}
