import { sql } from 'kysely'
import type { ContactData } from '../../kernel/contact-data.ts'
import { deleteFlowsOf, mergeFlows, unmergeFlows } from './store/contact.ts'

/** Anonymous answers name no contact, so they are neither moved, erased nor exported. */
export const contactData: ContactData = {
  tables: {
    flow_session: { columns: ['contact_id', 'phone'], merge: 'moves', erase: 'deleted', export: 'questions' },
    flow_answer: { columns: ['contact_id'], merge: 'moves', erase: 'deleted', export: 'answers' },
  },
  merge: (tx, { fromId, toId }) => mergeFlows(tx, fromId, toId),
  unmerge: unmergeFlows,
  erase: (tx, { contactIds }) => deleteFlowsOf(tx, contactIds),
  export: {
    questions: ({ contactIds }) => sql`
      select s.started_at as at, s.phone as number, s.answered_at as "answeredAt", f.is_anonymous as anonymous
      from flow_session s join flow f on f.org_id = s.org_id and f.id = s.flow_id
      where s.contact_id = any(${contactIds}::uuid[]) order by s.started_at, s.id`,
    answers: ({ contactIds }) => sql`
      select a.at, p.prompt as question, coalesce(p.label, a.option_key, a.number::text, a.text) as answer
      from flow_answer a join flow f on f.org_id = a.org_id and f.id = a.flow_id
        left join lateral (
          select (select t.value from jsonb_each_text(s.step->'prompt') t order by t.key <> 'en', t.key limit 1) as prompt,
            (select l.value from jsonb_array_elements(s.step->'options') o(option), jsonb_each_text(o.option->'label') l
              where o.option->>'key' = a.option_key order by l.key <> 'en', l.key limit 1) as label
          from (select jsonb_array_elements(f.steps) as step) s where s.step->>'id' = a.step_id limit 1) p on true
      where a.contact_id = any(${contactIds}::uuid[]) order by a.at, a.id`,
  },
}
