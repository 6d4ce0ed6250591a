import type { Features } from '@crewline/contract/features'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'

/** What a new organization starts with. */
export interface NewOrganization {
  id: string
  name: string
  /** Unique in the installation, for addresses and the operator. */
  slug: string
  timezone: string
  country: string
  features: Features
  now: Date
}

/** Adds an organization in good standing. */
export async function addOrganization(system: Db, one: NewOrganization): Promise<void> {
  await sql`
    insert into organization (id, name, slug, timezone, country, features, created_at)
    values (${one.id}, ${one.name}, ${one.slug}, ${one.timezone}, ${one.country}, ${JSON.stringify(one.features)}::jsonb, ${one.now})`.execute(
    system,
  )
}
