// Filters the reference: each word must occur somewhere in a call, an object, or an error.
const form = document.querySelector('form');
const input = document.querySelector('#filter');
const output = document.querySelector('output');
const articles = [...document.querySelectorAll('article')].map((element) => ({
  element,
  text: element.textContent.toLowerCase(),
  link: document.querySelector(`nav a[href="#${element.id}"]`),
}));
const sections = [...document.querySelectorAll('section')];
const groups = [...document.querySelectorAll('nav > ul > li')];

function filter() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const { element, text, link } of articles) {
    const isMatch = words.every((word) => text.includes(word));
    element.hidden = !isMatch;
    if (link) link.parentElement.hidden = !isMatch;
    if (isMatch) count += 1;
  }
  for (const section of sections) section.hidden = !section.querySelector('article:not([hidden])');
  for (const group of groups) {
    const links = [...group.querySelectorAll('li')];
    group.hidden = links.length > 0 && links.every((item) => item.hidden);
  }
  output.textContent = words.length === 0 ? '' : `${count} of ${articles.length} found`;
}

form.hidden = false;
form.addEventListener('submit', (event) => event.preventDefault());
input.addEventListener('input', filter);
// After going back, the browser restores what was typed.
filter();
