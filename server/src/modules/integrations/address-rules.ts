import type { ChatKind } from '@crewline/contract/integrations'
import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'

const SLACK_HOSTS = new Set(['hooks.slack.com', 'hooks.slack-gov.com'])
/** Power Automate, in the commercial and the government clouds, under its older and its newer addresses. */
const TEAMS_HOSTS = /\.(logic\.azure\.(com|us)|api\.(gov\.|high\.)?powerplatform\.(com|us))$/
/** Office connectors, which Microsoft turned off in 2026. */
const OFFICE_HOSTS = /\.webhook\.office\.com$|^outlook\.office(365)?\.com$/

const SLACK_EXAMPLE = msg({
  message: 'Paste the webhook URL that Slack shows: it begins with https://hooks.slack.com/services/.',
})
const TEAMS_EXAMPLE = msg({
  message: 'Paste the URL that the workflow in Teams shows. It contains “/workflows/” and ends with a long signature.',
})

/**
 * Returns why a URL cannot be the webhook of a channel, or undefined. Only the hosts of Slack and Microsoft are possible;
 * `simulatorUrl` is where the simulated ones are, if there are any.
 */
export function addressProblemOf(kind: ChatKind, url: string, simulatorUrl?: string): LocalizedText | undefined {
  const example = kind === 'slack' ? SLACK_EXAMPLE : TEAMS_EXAMPLE
  if (!URL.canParse(url)) return example
  const { protocol, hostname, port, pathname, username, password, searchParams, href } = new URL(url)
  if (simulatorUrl !== undefined && href.startsWith(`${simulatorUrl}/${kind}/`)) return undefined
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return example
  if (kind === 'slack') {
    if (SLACK_HOSTS.has(hostname) && /^\/(triggers|workflows)\//.test(pathname))
      return msg({ message: 'This is the URL of a workflow in Slack. Create an incoming webhook instead.' })
    return SLACK_HOSTS.has(hostname) && /^\/services\/[^/]+\/[^/]+\/[^/]+$/.test(pathname) ? undefined : example
  }
  if (OFFICE_HOSTS.test(hostname))
    return msg({ message: 'Microsoft no longer runs connectors. Create a workflow in Teams and paste its URL.' })
  const isWorkflow = /\/workflows\/[^/]+\/triggers\//.test(pathname) && searchParams.has('sig')
  return TEAMS_HOSTS.test(hostname) && isWorkflow ? undefined : example
}
