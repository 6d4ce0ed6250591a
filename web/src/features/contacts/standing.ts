export { contactStatusOf as standingOf } from '../../shared/ui/contact-standing.ts'
