import type { ChatKind } from '@crewline/contract/integrations'
import type { Egress } from '../../kernel/egress/send-outside.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { PostContent } from './content-rules.ts'
import type { PostOutcome } from './outcome-rules.ts'
import { postToSlack } from './slack/post.ts'
import { postToTeams } from './teams/post.ts'

/** Posts once to a channel. A failure is an outcome, never an error. */
export async function post(
  kernel: Kernel,
  egress: Egress,
  channel: { id: string; kind: ChatKind; sealedUrl: string },
  content: PostContent,
): Promise<PostOutcome> {
  const url = kernel.encryption.open(urlPlace(channel.id), channel.sealedUrl)
  return channel.kind === 'slack' ? postToSlack(egress, url, content) : postToTeams(egress, url, content)
}

/** The place of a webhook URL in the database, which its encryption authenticates. */
export function urlPlace(channelId: string): string {
  return `chat_channel|url|${channelId}`
}

/** Where the simulated Slack and Teams are; undefined where there are none. */
export function simulatorUrl({ config }: Kernel): string | undefined {
  return config.simulators ? `${config.publicUrl}/dev/chat` : undefined
}
