// Owns flows: questions that contacts answer by text, one after the other. Understands answers in eight languages, counts
// them, and keeps anonymous ones apart from contacts. Publishes `flow.answered`. Must never know broadcasts, messages or
// conversations: later modules create flows, send the questions, and follow the event.
import { defineModule } from '../../kernel/module.ts'
import { contactData } from './contact-data.ts'
import { crons } from './jobs.ts'

export { FlowAnswered } from './events.ts'
export { inviteText, questionText, unfinishedText } from './flow-texts.ts'
export { handleFlowReplies, type HandledReply } from './handle-replies.ts'
export { isCommand } from './parse-answer.ts'
export { wholeFlowOwner, type Refusal, type WholeAnswers } from './ports.ts'
export { closeFlow, createFlow, openSessions, pauseSessions } from './service.ts'
export { deleteFlowAnswers } from './store/answers.ts'
export { endFlowsOf, lockFlowsOf } from './store/flows.ts'
export { closeSession, isAnyFlowListening, lockAnswered, lockUnanswered, noteReminded } from './store/sessions.ts'
export { answeredWith, flowResults, missingOf, unfinishedSessions, type Unfinished } from './views.ts'

export const module = defineModule({
  name: 'flows',
  owns: ['flow', 'flow_session', 'flow_answer'],
  contactData,
  crons,
})
