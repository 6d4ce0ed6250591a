import type { Broadcast } from '@crewline/contract/broadcasts'
import { formatList, languageName } from '@crewline/contract/formats'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { MessageMedia } from '../../files/index.ts'
import classes from './Message.module.css'
import shared from '../Broadcasts.module.css'

export interface MessageProps {
  broadcast: Broadcast
  /** Names of groups and numbers, by id. */
  names: ReadonlyMap<string, string>
}

function useAudienceText(names: ReadonlyMap<string, string>) {
  const { t, i18n } = useLingui()
  return ({ audience }: Broadcast): string => {
    if (audience.everyone) return t`Everyone`
    const groups = audience.groupIds.flatMap((id) => names.get(id) ?? [])
    const unnamed = audience.groupIds.length - groups.length
    const people = audience.contactIds.length
    const parts = [
      ...groups,
      ...(unnamed > 0 ? [plural(unnamed, { one: '# more group', other: '# more groups' })] : []),
      ...(audience.filter ? [t`people who match a filter`] : []),
      ...(people > 0 ? [plural(people, { one: '# person', other: '# people' })] : []),
      ...(audience.partOf ? [t`part of an earlier broadcast`] : []),
    ]
    return parts.length === 0 ? t`No one yet` : formatList(parts, i18n.locale)
  }
}

/** What a broadcast says, in each of its languages, who it is for and how it is sent. */
export function Message({ broadcast, names }: MessageProps) {
  const { t, i18n } = useLingui()
  const describeAudience = useAudienceText(names)
  const { message, media, options, poll } = broadcast
  const variants = [{ language: message.language, body: message.body }, ...message.variants]
  const details: [string, string][] = [
    [t`For`, describeAudience(broadcast)],
    [t`From`, options.lineId ? (names.get(options.lineId) ?? t`One number`) : t`The number of each conversation`],
    [t`Quiet hours`, options.quietHours === 'hold' ? t`Sent in the morning` : t`Sent at once`],
    ...(poll && poll.options.length > 0
      ? [
          [
            t`Answers`,
            formatList(
              poll.options.map(({ label }) => label),
              i18n.locale,
              'disjunction',
            ),
          ] as [string, string],
        ]
      : []),
  ]
  return (
    <div className={classes.message}>
      <div className={classes.variants}>
        {variants.map(({ language, body }) => (
          <section key={language} aria-label={languageName(language, i18n.locale)}>
            {variants.length > 1 && <h3 className={classes.variantName}>{languageName(language, i18n.locale)}</h3>}
            {body ? (
              <p className={classes.bubble} dir="auto" lang={language} translate="no">
                {body}
              </p>
            ) : (
              <p className={shared.quiet}>
                <Trans>No message yet</Trans>
              </p>
            )}
          </section>
        ))}
        {media.length > 0 && <MessageMedia media={media} />}
      </div>
      <dl className={classes.about}>
        {details.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
