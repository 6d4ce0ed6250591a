import type { Articles } from './article.ts'

/** The articles in English about apps, the team and the organization. */
export const officeArticles = {
  forms: {
    title: 'Ask questions with a form',
    words: 'survey questionnaire checklist signature kiosk tablet answers responses anonymous',
    text: `
A form asks questions that people answer on their phone, by text, or on a shared tablet. Build one in
[Forms](/dashboard/apps/forms), from a template or from scratch.

Questions can depend on earlier answers. Answers can be anonymous, or fill fields of the contact. Publish the form, then
share its link, print its QR code, or send it in a [broadcast](/dashboard/broadcasts). When you change a published form and
publish again, earlier answers keep the questions they were given to.

The answers appear on the page of the form while people send them. You can export them as a file.`,
  },
  news: {
    title: 'Send news with pictures',
    words: 'newsletter content studio issue page poster screen announcement video',
    text: `
Content Studio is for news that is longer than a text. Create an issue in [Content Studio](/dashboard/apps/newsletter), add
headings, text, pictures, files or videos, and see how it looks on a phone.

When the issue is published, people open it from a link in a text. They need no app and no password. You can also print it as
a poster or show it on a screen at work.

The results say how many people read the issue. They never say who read it.`,
  },
  celebrations: {
    title: 'Birthdays and work anniversaries',
    words: 'celebration congratulations date license expires automatic',
    text: `
[Celebrations](/dashboard/apps/birthday) sends a text to each person on their birthday, their work anniversary, or another
date that you record about them. Choose the hour and write the text; each person gets it on their own clock.

A celebration can also come before or after its date, for example 30 days before a license ends.

The dates come from your contacts. Add them with an [import](/dashboard/contacts/import), or from your HR system in
[Integrations](/dashboard/settings?tab=integrations). The page shows who is next and what became of earlier texts.`,
  },
  numbers: {
    title: 'Numbers and registration with carriers',
    words: 'phone line buy twilio telnyx 10dlc brand campaign toll-free register',
    text: `
You text from the numbers on the [Numbers](/dashboard/settings?tab=numbers) page. Add a number of your account at a carrier
there; Crewline checks whether the account may text from it.

US carriers want to know who texts from a number. The registration on the same page asks about your company and what you
send, and checks your answers for common reasons of a rejection. Until a number is registered, carriers may
refuse its texts.

Your registration may limit how many texts you can send each day. Broadcasts above the limit wait for the next day; replies
don't.`,
  },
  invite: {
    title: 'Invite a teammate',
    words: 'add user member colleague invitation email seat remove leave',
    text: `
Open [Team](/dashboard/team) and select Invite teammates. Enter an email address, choose a role, and decide whether the person sees all
contacts or only those of some groups. You can paste a list to invite many people.

The invitation is an email with a link that works for 7 days. You can send it again from the team list.

When you remove a teammate, you see what they hold first, such as open conversations and broadcasts, and choose who takes it
over. Their sessions end at once. [Former teammates](/dashboard/team/former) shows who took over what.`,
  },
  roles: {
    title: 'Roles and what they allow',
    words: 'permission owner admin manager agent author viewer custom access rights',
    text: `
Every teammate has one role. Owners can do everything. Admins run the organization, its team and its billing. Managers send
broadcasts and organize contacts. Agents answer messages, authors prepare broadcasts that others send, and viewers only read.

Select Roles on the [Team](/dashboard/team) page to compare them, or to make a custom role from single permissions. No one can
give a role that allows more than their own.

If a page is missing for you, your role doesn't include it. Ask an owner or admin to change it.`,
  },
  twoStep: {
    title: 'Two-step login',
    words: 'mfa 2fa authenticator code backup security password phone lost',
    text: `
With two-step login, you enter a code after your password. Turn it on in
[Security](/dashboard/settings?tab=security#two-step), with an authenticator app or with codes by text.

Save the backup codes you get. Each one works once, when you don't have your phone. You can trust a device for 30 days so that
it doesn't ask again.

Owners and admins can require two-step login for everyone from a certain day under
[Login rules](/dashboard/settings?tab=access). Who has not set it up by then is asked to do so first.`,
  },
  sso: {
    title: 'Log in through your company (SSO)',
    words: 'single sign-on saml oidc okta entra google identity provider scim provisioning',
    text: `
With single sign-on, your team logs in with the accounts of your company. Set it up on the
[Single sign-on](/dashboard/settings?tab=sso) page with OpenID Connect or SAML 2.0, and prove that your email domain is yours.

Test the login before you require it. Choose at least one owner who can still log in with a password and two-step login, in
case the identity provider fails.

Groups of the identity provider can decide the role of each person. With SCIM, teammates are also added and removed
automatically.`,
  },
  notifications: {
    title: 'Choose your notifications',
    words: 'alerts sound push email digest bell mute toast phone',
    text: `
The bell at the top lists new messages and updates, such as a finished import. On the
[Notifications](/dashboard/settings?tab=notifications) page you choose what you want to hear about, and where: in Crewline, as
a push message on a device, or by email.

The email digest collects what you have not seen, every 15 minutes, hourly or daily. Each digest has a link to stop it.

To get push messages on a phone, open Crewline there and turn push notifications on. On an iPhone, add Crewline to the home
screen first. You can mute everything for a while from the bell.`,
  },
  billing: {
    title: 'Billing and past due accounts',
    words: 'invoice payment card plan price credit spending cap blocked trial pay suspended',
    text: `
Owners and admins manage the plan, the card and the invoices on the [Billing](/dashboard/settings?tab=billing) page. Without
a plan, a trial lasts 14 days.

If a payment fails, a banner says until when to pay. After 7 days, reading and sending stop until the invoice is paid.
Nothing is lost: texts from workers are kept, and STOP always works. Paying ends the block at once. After 60 days without
payment, numbers that were bought in Crewline are given back, with warnings before.

A spending cap limits what a month can cost. When it is reached, broadcasts pause.`,
  },
  segments: {
    title: 'How texts are counted',
    words: 'segment characters length emoji mms usage quota limit cost price included',
    text: `
Carriers count a text in segments. One segment holds 160 characters, or only 70 when the text has an emoji or letters outside
the basic set. Longer texts are split, and each part then holds a little less.

The counter next to your text shows how many segments it needs. Before a broadcast is sent, you see what all of its texts
need together. A text with a picture counts as an MMS.

What you used this month is at the bottom of the menu and on the [Billing](/dashboard/settings?tab=billing#usage) page.`,
  },
  hr: {
    title: 'Keep contacts up to date from your HR system',
    words: 'hris sync finch adp workday payroll sftp scim employees terminated automatic',
    text: `
Connect your HR system on the [Integrations](/dashboard/settings?tab=integrations) page. New employees become contacts,
changes arrive each night, and people who leave are marked as terminated, so they get no more texts.

If your system can't be connected, it can send a file instead, or push people with SCIM.

The first sync, and every sync that would change unusually many people, waits for your review and shows each change. You can
undo a sync for 7 days. Fields that come from the HR system are locked here; change them there.`,
  },
  apiKeys: {
    title: 'API keys and webhooks',
    words: 'developer program integration token secret rest event zapier',
    text: `
With an API key, a program can do in Crewline what its permissions allow. Create one in
[API and webhooks](/dashboard/settings?tab=api). Choose the permissions, the groups it may see, and when it ends. The key is
shown only once, so copy it right away.

A webhook tells your own system when something happens, such as a new message or an opt-out. Each event is signed and sent
again if your system doesn't answer. The log of deliveries shows every attempt.

Your developers find every call in the API reference, which is linked on the same page.`,
  },
  exports: {
    title: 'Export your data',
    words: 'download csv excel pdf records legal hold retention audit gdpr request backup',
    text: `
Most lists have Export in their menu: [Contacts](/dashboard/contacts), [Opt-outs](/dashboard/contacts/opt-outs), the answers of
a form, and the figures of the [Dashboard](/dashboard). A single conversation can be exported from its own menu.

On the [Data](/dashboard/settings?tab=data) page, owners and admins export many conversations with a signed list of files,
answer requests about the data of one person, decide how long data is kept, and put a legal hold on what must not be deleted.

Your role decides what you may export, and every export is in the audit log.`,
  },
} satisfies Partial<Articles>
