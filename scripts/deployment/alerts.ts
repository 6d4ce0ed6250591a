import { stringify } from 'yaml'
import { NOTE } from './roles.ts'

/** An alert on the figures of /metrics. */
interface Alert {
  name: string
  expression: string
  /** How long it must hold, for example 5m. */
  for: string
  severity: 'page' | 'ticket'
  summary: string
  /** What to look at first. */
  action: string
}

const alerts: readonly Alert[] = [
  {
    name: 'CrewlineDown',
    expression: 'up{job="crewline"} == 0',
    for: '1m',
    severity: 'page',
    summary: 'A Crewline process does not answer.',
    action: 'Read its log. Other processes of the same role take over its work.',
  },
  {
    name: 'CrewlineMessagesLate',
    expression: 'max(crewline_messages_due_oldest_seconds) > 300',
    for: '1m',
    severity: 'page',
    summary: 'A message has been due for more than five minutes.',
    action: 'Check that a sender runs, that the spool is empty and that no number is paused.',
  },
  {
    name: 'CrewlineSpoolNotEmpty',
    expression: 'max(crewline_spool_files) > 0',
    for: '1m',
    severity: 'page',
    summary: 'Webhooks wait on disk because the database does not take them. Nothing is sent meanwhile.',
    action: 'Check that the database runs and its disk has room.',
  },
  {
    name: 'CrewlineEventsWaiting',
    expression: 'max(crewline_events_waiting_oldest_seconds) > 30',
    for: '2m',
    severity: 'page',
    summary: 'Events have waited for more than half a minute.',
    action: 'Check that a worker runs, and look for long transactions in the database.',
  },
  {
    name: 'CrewlineClockStepped',
    expression: 'max(abs(crewline_clock_step_seconds)) > 0',
    for: '1m',
    severity: 'page',
    summary: 'The clock of the database or of a machine stepped. Texts with a time wait.',
    action: 'Put the clock right, or confirm it with: npm run admin -- clock --confirm yes',
  },
  {
    name: 'CrewlineEventsQuarantined',
    expression: 'max(crewline_events_quarantined) > 0',
    for: '5m',
    severity: 'ticket',
    summary: 'Events of a carrier could not be stored and are set aside.',
    action: 'List them with: npm run admin -- quarantine',
  },
  {
    name: 'CrewlineOutcomesUnknown',
    expression: 'min_over_time(max(crewline_outcomes_unknown)[1h:5m]) > 0',
    for: '5m',
    severity: 'ticket',
    summary: 'Messages have had no outcome for an hour.',
    action: 'Check that the carrier reaches the webhooks at PUBLIC_URL.',
  },
  {
    name: 'CrewlineNumberPaused',
    expression: 'max(crewline_lines_paused) > 0',
    for: '5m',
    severity: 'ticket',
    summary: 'A number may not send.',
    action: 'Its card in Settings, Numbers says why.',
  },
  {
    name: 'CrewlineWebhooksLate',
    expression: 'min_over_time(max(crewline_webhook_deliveries_waiting)[10m:1m]) > 0',
    for: '10m',
    severity: 'ticket',
    summary: 'Webhooks of customers have waited for ten minutes.',
    action: 'Check that a worker runs and reaches the internet.',
  },
  {
    name: 'CrewlineRestoreUnderReview',
    expression: 'max(crewline_organizations_under_review) > 0',
    for: '10m',
    severity: 'ticket',
    summary: 'The database was restored, and some organizations send nothing until a person has decided.',
    action: 'Owners and admins decide at /dashboard/restore.',
  },
  {
    name: 'CrewlineOverloaded',
    expression: 'max by (instance) (crewline_nodejs_eventloop_lag_p99_seconds) > 1',
    for: '5m',
    severity: 'ticket',
    summary: 'A process is overloaded.',
    action: 'Add processes of this role, or look for one organization that uses it all.',
  },
]

/** Returns the rules for Prometheus. */
export function alertRules(): string {
  const rule = ({ name, expression, for: time, severity, summary, action }: Alert): object => ({
    alert: name,
    expr: expression,
    for: time,
    labels: { severity },
    annotations: { summary, action },
  })
  return `${NOTE}
${stringify({ groups: [{ name: 'crewline', rules: alerts.map(rule) }] }, { lineWidth: 0 })}`
}
