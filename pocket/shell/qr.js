// A QR code of a text, as a drawing; dark on light in every theme, because cameras expect it so.
import { renderSVG } from "./vendor/uqr.js";

export const drawn = (text, label) => {
  const source = renderSVG(text, { ecc: "M", border: 2 });
  const drawing = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
  drawing.classList.add("qr");
  Object.assign(drawing, { role: "img", ariaLabel: label });
  drawing.style.stroke = "none"; // around icons the site has one
  return drawing;
};
