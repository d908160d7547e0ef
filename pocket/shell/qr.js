// Return a QR code of a text as an SVG element; dark on light in every theme, as cameras expect.
import { renderSVG } from "./vendor/uqr.js";

export const drawn = (text, label) => {
  const source = renderSVG(text, { ecc: "M", border: 2 });
  const drawing = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
  drawing.classList.add("qr");
  Object.assign(drawing, { role: "img", ariaLabel: label });
  drawing.style.stroke = "none"; // the site's icons have a stroke
  return drawing;
};
