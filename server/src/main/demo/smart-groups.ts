import type { FilterNode, Rule } from '@crewline/contract/filters'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Db } from '../../kernel/db/pool.ts'
import { evaluateAtMidnight, evaluateWaiting, recountAll } from '../../modules/groups/index.ts'
import { DAY, idAt } from './moments.ts'
import { insertRows, instant, type Row } from './rows.ts'

const all = (...children: Rule[]): FilterNode => ({ op: 'and', children })

/** Groups with rules, with their descriptions. */
const SMART: { name: string; description: string; color: string; filter: FilterNode }[] = [
  {
    name: 'Bedford Park at night',
    description: 'For the night lead at Bedford Park.',
    color: 'violet',
    filter: all(
      {
        field: 'location',
        cmp: 'is',
        value: 'Bedford Park',
      },
      {
        field: 'custom.shift',
        cmp: 'in',
        value: ['night'],
      },
    ),
  },
  {
    name: 'Hired in the last 90 days',
    description: 'First weeks: check-ins and questions.',
    color: 'teal',
    filter: all({
      field: 'hireDate',
      cmp: 'in_last_days',
      value: 90,
    }),
  },
  {
    name: 'Speaks Spanish',
    description: 'Whatever language they read.',
    color: 'orange',
    filter: all({
      field: 'custom.languages_spoken',
      cmp: 'has_any',
      value: ['spanish'],
    }),
  },
]

/** Writes the groups with rules; `fillGroups` determines their members. */
export async function writeSmartGroups(db: Db, orgId: string, nowMs: number): Promise<void> {
  const rows = SMART.map((group, nth): Row => {
    const madeAt = nowMs - (40 - nth) * DAY
    return {
      org_id: orgId,
      id: idAt(madeAt),
      name: group.name,
      description: group.description,
      color: group.color,
      type: 'dynamic',
      filter: JSON.stringify(group.filter),
      state: 'ready',
      created_at: instant(madeAt),
    }
  })
  const columns = {
    org_id: 'uuid',
    id: 'uuid',
    name: 'text',
    description: 'text',
    color: 'text',
    type: 'text',
    filter: 'jsonb',
    state: 'text',
    created_at: 'timestamptz',
  }
  await insertRows(db, 'contact_group', columns, rows)
}

/** Evaluates the groups with rules and counts every demo group, as the product does. */
export async function fillGroups(kernel: Kernel): Promise<void> {
  await evaluateAtMidnight(kernel)
  while (await evaluateWaiting(kernel));
  await recountAll(kernel.database.asSystem('the groups of the demo are counted'))
}
