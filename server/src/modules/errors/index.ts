// Owns no tables: page errors go to the log, and from there to the configured error service. Publishes no events. Must
// never store reports or identify their sender.
import { defineModule } from '../../kernel/module.ts'
import { routes } from './routes.ts'

export const module = defineModule({ name: 'errors', owns: [], routes })
