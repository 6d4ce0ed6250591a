// Owns forms: questions that people answer on their phone without an account, their versions, and the answers. Must never
// let an anonymous answer be joined with a contact, nor show a stranger anything about a person.
import { defineModule } from '../../kernel/module.ts'
import { contactData } from './contact-data.ts'
import { hooks } from './hooks.ts'
import { retainedData } from './retained-data.ts'
import { routes } from './routes.ts'

export const module = defineModule({
  name: 'forms',
  owns: ['form', 'form_version', 'form_response', 'form_participant'],
  contactData,
  retainedData,
  routes,
  hooks,
})
