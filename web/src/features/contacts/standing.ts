export { standingOf } from '../../shared/ui/contact-standing.ts'
