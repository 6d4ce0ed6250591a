import type { Articles } from './article.ts'

/** The articles in English about contacts and messages. */
export const textingArticles = {
  start: {
    title: 'Get started',
    words: 'begin first steps setup checklist new dashboard',
    text: `
Crewline lets your organization text its workers and answer as one team. Your workers only need a phone.

Start with a number in [Numbers](/dashboard/settings?tab=numbers). Then add people on the [Contacts](/dashboard/contacts)
page, one at a time or from a [file](/dashboard/contacts/import). Open the [Inbox](/dashboard/inbox) to text one person,
or [Broadcasts](/dashboard/broadcasts) to text many.

Invite the people who answer with you on the [Team](/dashboard/team) page. Press Ctrl K (Command K on a Mac) to search for
anything, and the question mark to see all keyboard shortcuts.`,
  },
  inbox: {
    title: 'Answer messages as a team',
    words: 'reply conversation assign archive snooze note unread mention',
    text: `
Every text from a worker arrives in the [Inbox](/dashboard/inbox), and everyone on your team who may read it sees it at
once. Open a conversation and write your answer at the bottom.

Assign a conversation to a teammate so that everyone knows who answers. Write a note when only your team should read
something; contacts never see notes. Archive a conversation when it is done. It comes back when the person writes again.

If you sent a text too early, press Undo next to it within a few seconds. You choose how many seconds on your
[Account](/dashboard/settings?tab=account) page.`,
  },
  undelivered: {
    title: 'Why a text was not delivered',
    words: 'failed error landline carrier blocked unknown ticks status undelivered bounced',
    text: `
The mark under a text says how far it came: sent to the carrier, delivered, or not delivered. A text that was not delivered
also shows the reason and what you can do next.

Common reasons are a wrong number, a landline, a phone that is off, and a carrier that blocks the text. Texts can also be
refused because your number is not registered yet; see [Numbers](/dashboard/settings?tab=numbers). When a carrier can't
say what happened, the text is shown as unknown and is never sent again automatically, so that no one gets it twice.

[Fix contacts](/dashboard/contacts/repair) lists the contacts whose numbers need a correction.`,
  },
  contacts: {
    title: 'Add contacts',
    words: 'new person worker employee phone number create people',
    text: `
Open [Contacts](/dashboard/contacts) and select Add contact. Enter a name and a mobile number, and confirm that the
person agreed to get texts. Without a mobile number a contact is saved too, but can't get texts.

For many people, use an [import](/dashboard/contacts/import), or connect the system where your employees are kept in
[Integrations](/dashboard/settings?tab=integrations).

To record more about your contacts, such as a badge number, add [custom fields](/dashboard/contacts/fields). If one
person was added twice, merge the two on the [Duplicates](/dashboard/contacts/duplicates) page. You can undo a merge for
24 hours.`,
  },
  import: {
    title: 'Import contacts from a file',
    words: 'csv excel spreadsheet upload paste columns undo bulk',
    text: `
Open [Import contacts](/dashboard/contacts/import) and drop a CSV or Excel file there, or paste cells from a spreadsheet
with their headings.

First you match the columns of your file to fields. Then you see what each row would do: add a contact, update one, or
nothing. Correct errors right in the table; rows with errors are skipped.

Numbers that opted out are imported, but they still don't get texts. After the import you can undo it for 24 hours: added
contacts are removed and updated contacts get their old values back.`,
  },
  consent: {
    title: 'Consent and STOP',
    words: 'opt out opt-out unsubscribe permission start tcpa agree legal subscribe again',
    text: `
Only text people who agreed to it. Record the consent when you add or import them, or let them join on an
[opt-in page](/dashboard/apps/contactoptin), which keeps the exact text they agreed to.

When someone texts STOP, they get one confirmation and nothing more. No one on your team can text the number until that
person texts START. If a text only looks like an opt-out, Crewline asks your team to decide.

[Opt-outs](/dashboard/contacts/opt-outs) lists every number that opted out. Add numbers there that opted out in a system you
used before.`,
  },
  optIn: {
    title: 'Let people join on an opt-in page',
    words: 'qr code poster link sign up subscribe keyword join break room',
    text: `
An opt-in page is a public page where people enter their number and agree to get texts. Create one in
[Contact Opt-in](/dashboard/apps/contactoptin).

Choose what the page asks for and which groups new people join. Then share its link, print its poster with a QR code for the
break room, or let people text a keyword to your number.

The wording of the consent is fixed, because carriers check it. Everyone who joins proves that the number is theirs, and
you see who joined on the page of the opt-in page.`,
  },
  groups: {
    title: 'Groups and smart groups',
    words: 'list segment filter rules members department location shift',
    text: `
A group is a list of contacts that you can text, filter by, or give a teammate access to. Create one on the
[Groups](/dashboard/groups) page.

You add contacts to a manual group yourself. A smart group has rules, such as "location is Plant 3", and changes by itself
when contacts change. You can still pin a contact to a smart group, or keep one out, whatever the rules say.

Some groups always exist, such as all contacts, new contacts and everyone who opted out. To work with some people only
once, filter the list of [Contacts](/dashboard/contacts) instead.`,
  },
  broadcast: {
    title: 'Send a broadcast',
    words: 'mass text many people announcement poll schedule launch campaign approval pause',
    text: `
A broadcast is one text to many people. Open [Broadcasts](/dashboard/broadcasts), create one, choose the people, and write the
message. Each person can get it in their own language.

The review shows how many people get the text and names everyone who is left out and why, such as people who opted out. Send
yourself a test first. After you send the broadcast, a countdown of 30 seconds gives you time to stop it. You can also pause
it while it is being sent.

Large broadcasts may need the approval of an owner or admin; see [Texting](/dashboard/settings?tab=texting#broadcasts).`,
  },
  quietHours: {
    title: 'Quiet hours and people off shift',
    words: 'night weekend time zone business hours holidays schedule held waiting after hours',
    text: `
During quiet hours, texts wait until the morning. They start at 9 PM and end at 8 AM on each contact's own clock, unless your
organization chose other hours in [Texting](/dashboard/settings?tab=texting#quiet-hours).

Business hours are something else: outside of them, people who write to you can get an
[away reply](/dashboard/settings?tab=texting#away-reply).

If you record when people work, Crewline can also warn you, or wait, before it texts someone who is off shift. Choose that
under [Shifts](/dashboard/settings?tab=texting#shifts).`,
  },
  languages: {
    title: 'Write and read in other languages',
    words: 'translate translation spanish language original',
    text: `
Crewline can translate what you write into the language of each contact, and their answers into yours. Choose the
[languages of your contacts](/dashboard/settings?tab=organization#languages) and the
[language of your team](/dashboard/settings?tab=texting#translation).

In a conversation, press T to switch between originals and translations. You see the translation of your own text before you
send it, and you can correct it.

The language of your screen is another setting. Change it in the menu with your name, or on your
[Account](/dashboard/settings?tab=account#look) page.`,
  },
  savedReplies: {
    title: 'Saved replies, keywords and the away reply',
    words: 'template shortcut canned automatic auto-reply answer faq',
    text: `
Save a text that you write often in [Replies](/dashboard/settings?tab=replies). In a conversation, type / at the start of a
line to insert it. Type { to insert a field of the contact, such as the first name.

A keyword is a word that people text to you. Each keyword sends the answer you wrote for it. STOP, START and
HELP always keep their meaning.

The [away reply](/dashboard/settings?tab=texting#away-reply) answers people who write outside your business hours, so that they know when to expect you.`,
  },
} satisfies Partial<Articles>
