// Owns no tables: adds the sample line and its sample worker, and carries the answers typed on the phone of the sample
// worker. Must not depend on who reads an inbox.
import { defineModule } from '../../kernel/module.ts'
import { routes } from './routes.ts'

export const module = defineModule({ name: 'sample', owns: [], routes })
