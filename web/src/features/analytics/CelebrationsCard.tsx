import { formatDay } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Title } from '@mantine/core'
import { IconCalendarHeart } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useCan } from '../../shared/lib/session/select.ts'
import { useCelebrationsSoonQuery } from './api.ts'
import classes from './Dashboard.module.css'

/** Shows who is celebrated today and in the next days, each with a link to the contact; nothing without anyone. */
export default function CelebrationsCard() {
  const { t, i18n } = useLingui()
  const canReadContacts = useCan('contacts.read')
  const { data } = useCelebrationsSoonQuery(undefined, { refetchOnMountOrArgChange: 60 })
  if (!data || data.people.length === 0) return null
  const { today, people, hasMore } = data
  return (
    <section className={classes.card} aria-labelledby="celebrations-title">
      <header className={classes.cardHead}>
        <Title order={2} size="h3" id="celebrations-title">
          <Trans>Coming celebrations</Trans>
        </Title>
        <Anchor component={Link} to="/dashboard/apps/birthday" size="sm">
          <Trans>All celebrations</Trans>
        </Anchor>
      </header>
      <ul className={classes.steps}>
        {people.map(({ celebrationId, celebrationName, contactId, name: stored, day, years }) => {
          const name = <bdi translate="no">{stored || t`No name`}</bdi>
          return (
            <li key={`${celebrationId} ${contactId} ${day}`} className={classes.step}>
              <IconCalendarHeart size={20} stroke={1.75} aria-hidden />
              <span className={classes.person}>
                {canReadContacts ? (
                  <Anchor component={Link} className={classes.stepName} to={`/dashboard/contacts/${contactId}`}>
                    {name}
                  </Anchor>
                ) : (
                  <span className={classes.stepName}>{name}</span>
                )}
                <span className={classes.occasion}>
                  <bdi translate="no">{celebrationName}</bdi>
                  {years !== null && (
                    <>
                      {' · '}
                      <Plural value={years} one="# year" other="# years" />
                    </>
                  )}
                </span>
              </span>
              <time className={classes.quiet} dateTime={day}>
                {day === today ? t`Today` : formatDay(day, 'weekdayDay', i18n.locale)}
              </time>
            </li>
          )
        })}
      </ul>
      {hasMore && (
        <p className={classes.occasion}>
          <Trans>More people celebrate on these days.</Trans>
        </p>
      )}
    </section>
  )
}
