// What is wrong with how the page looks, as a list of sentences.
() => {
  const LEAST_CONTRAST = 4.5;
  const wrong = [];

  const numbers = (colour) => {
    const srgb = /^color\(srgb (.*)\)$/.exec(colour);
    const found = (srgb ? srgb[1] : colour).match(/[\d.]+/g).map(Number);
    const [red, green, blue, alpha = 1] = found;
    return srgb ? [red * 255, green * 255, blue * 255, alpha] : [red, green, blue, alpha];
  };

  const over = (front, back) => front.slice(0, 3).map((part, at) => part * front[3] + back[at] * (1 - front[3]));

  const background = (element) => {
    if (!element) return [255, 255, 255];
    return over(numbers(getComputedStyle(element).backgroundColor), background(element.parentElement));
  };

  const brightness = (colour) => {
    const [red, green, blue] = colour.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };

  const contrast = (element) => {
    const back = background(element);
    const [light, dark] = [back, over(numbers(getComputedStyle(element).color), back)].map(brightness).sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  };

  const isHidden = (element) => !element.checkVisibility({ checkVisibilityCSS: true }) || element.closest(".spoiler:not(.shown), [inert]");
  const named = (element) => `${element.tagName.toLowerCase()}.${element.className} “${element.textContent.trim().slice(0, 40)}”`;

  // Text
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement;
    if (!/[\p{L}\p{N}]/u.test(node.data) || ["SCRIPT", "STYLE", "TEMPLATE"].includes(element.tagName) || isHidden(element)) continue;
    if (contrast(element) < LEAST_CONTRAST) wrong.push(`too pale (${contrast(element).toFixed(2)}): ${named(element)}`);
  }

  // What may not be cut off. Lines that end in an ellipsis do so on purpose.
  for (const element of document.querySelectorAll(".key, .bubble, .text, .toast, .service, .alert, .keyboard, .message, .log, .other, .command, body")) {
    if (isHidden(element)) continue;
    if (element.scrollWidth > element.clientWidth + 1) wrong.push(`wider than its place: ${named(element)}`);
    const mayScroll = ["auto", "scroll"].includes(getComputedStyle(element).overflowY);
    if (!mayScroll && element.scrollHeight > element.clientHeight + 1) wrong.push(`higher than its place: ${named(element)}`);
  }
  for (const element of document.querySelectorAll("button, input, select, .key, .bubble, img")) {
    const { left, right, width } = element.getBoundingClientRect();
    if (width > 0 && !isHidden(element) && !element.closest("#people, .topics") && (left < -1 || right > innerWidth + 1)) {
      wrong.push(`beyond the edge: ${named(element)}`);
    }
  }
  return wrong;
}
