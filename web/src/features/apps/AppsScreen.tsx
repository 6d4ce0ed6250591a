import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Title } from '@mantine/core'
import { Link } from 'react-router'
import { Screen } from '../../shared/ui/Screen.tsx'
import classes from './Apps.module.css'
import { apps, pathOf, type App } from './catalog.ts'
import { PinButton } from './PinButton.tsx'

function Card({ app }: { app: App }) {
  const { i18n } = useLingui()
  const IconComponent = app.icon
  return (
    <li className={classes.card}>
      <span className={classes.icon}>
        <IconComponent size={24} stroke={1.75} aria-hidden />
      </span>
      <div className={classes.words}>
        <Title order={2} size="h3">
          {app.isBuilt ? (
            <Link className={classes.link} to={pathOf(app)}>
              {i18n._(app.name)}
            </Link>
          ) : (
            i18n._(app.name)
          )}
        </Title>
        <p className={classes.about}>{i18n._(app.about)}</p>
      </div>
      <div className={classes.foot}>
        {app.isBuilt ? (
          <span className={classes.above}>
            <PinButton app={app} />
          </span>
        ) : (
          <Badge color="gray">
            <Trans>Coming soon</Trans>
          </Badge>
        )}
      </div>
    </li>
  )
}

/** The apps of the organization. Members can pin those that are built to their menu. */
export default function AppsScreen() {
  const { t } = useLingui()
  return (
    <Screen title={t`Apps`}>
      <ul className={classes.grid}>
        {apps.map((app) => (
          <Card key={app.key} app={app} />
        ))}
      </ul>
    </Screen>
  )
}
