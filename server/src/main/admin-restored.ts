import { decideAsOperator, reviewsForOperator } from '../modules/delivery/index.ts'
import { organizationBySlug } from '../modules/organizations/index.ts'
import { withKernel, type Tools } from './admin-kernel.ts'

/** Lists the organizations that send nothing since their database was restored, and the texts that would go out. */
export function showRestored(tools: Tools): Promise<string> {
  return withKernel(tools, async (kernel) => {
    const reviews = await reviewsForOperator(kernel)
    if (reviews.length === 0) return 'No organization waits for a decision after a restore.'
    return reviews
      .flatMap(({ name, slug, knownUntil, askedAt, texts, total }) => [
        `${name} (${slug}): the database knows what happened until ${knownUntil}. ${
          askedAt ? `The carriers answered at ${askedAt}.` : 'The carriers have not all answered yet.'
        } ${total} texts wait.`,
        ...texts.map(
          ({ id, phone, contactName, writtenAt, dueAt, body }) =>
            `  ${id}  ${dueAt ? `due ${dueAt}` : `written ${writtenAt}`}  ${phone}  ${contactName}  ${JSON.stringify(body)}`,
        ),
        ...(total > texts.length ? [`  and ${total - texts.length} more`] : []),
      ])
      .join('\n')
  })
}

/** Releases or cancels what waits in one organization; `isForced` also when the carriers did not answer. */
export function decideRestored(
  tools: Tools,
  { slug, decision, isForced }: { slug: string; decision: 'release' | 'cancel'; isForced: boolean },
): Promise<string> {
  return withKernel(tools, async (kernel) => {
    const system = tools.database.asSystem('the operator decides about a restored organization')
    const organization = await organizationBySlug(system, slug)
    if (!organization) throw new Error(`There is no organization "${slug}".`)
    const result = await decideAsOperator(kernel, organization.id, { decision, isForced })
    if (result === 'no_review') return `${slug} waits for no decision.`
    if (result === 'not_asked')
      return `Nothing was changed: the carriers of ${slug} have not all answered. Start a sender and wait, or add --unasked yes.`
    return `${slug} sends again: ${result.released} texts released, ${result.cancelled} cancelled.`
  })
}
