// Owns no tables. Counts what was sent, delivered and answered on given days, from the same rows as the lists.
// Publishes no events. No other module may depend on it; it is last in the module order.
import { defineModule } from '../../kernel/module.ts'
import { routes } from './routes.ts'

export const module = defineModule({ name: 'analytics', owns: [], routes })
