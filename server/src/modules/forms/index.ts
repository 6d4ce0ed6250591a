// Owns forms: questions that people answer on their phone without an account, their versions, and the answers. Must never
// let an anonymous answer be joined with a contact, nor show a stranger anything about a person.
import { defineModule } from '../../kernel/module.ts'
import { provide } from '../../kernel/ports.ts'
import { textedForm } from '../broadcasts/index.ts'
import { wholeFlowOwner } from '../flows/index.ts'
import { shownForms } from '../news/index.ts'
import { refusedByText, respondByText, textedFormAt } from './by-text.ts'
import { contactData } from './contact-data.ts'
import { hooks } from './hooks.ts'
import { crons } from './jobs.ts'
import { retainedData } from './retained-data.ts'
import { heldForms } from './holdings-views.ts'
import { giveForms } from './store/forms.ts'
import { routes } from './routes.ts'
import { shownFormsOf } from './shown-forms.ts'
import { formsWithFields, formsWithGroup } from './uses-views.ts'

export { answeredForm } from './answered-views.ts'
export { FormAnswered } from './events.ts'

export const module = defineModule({
  name: 'forms',
  owns: ['form', 'form_version', 'form_response', 'form_participant', 'form_number', 'form_poll_reader'],
  provides: [
    provide(textedForm, textedFormAt),
    provide(shownForms, shownFormsOf),
    provide(wholeFlowOwner, { refusedOf: refusedByText, complete: respondByText }),
  ],
  contactData,
  uses: { ofGroup: formsWithGroup, ofFields: formsWithFields },
  retainedData,
  memberHoldings: [
    { kind: 'forms', needs: 'replies.manage', without: 'continues', held: heldForms, handOver: giveForms },
  ],
  routes,
  hooks,
  crons,
})
